//! The queue of deadlines against a list that is sorted anew each time.

use damier_core::random::Random;

use crate::live::{DeadlineQueue, Time};

#[test]
fn everything_is_due_in_order_at_its_last_moment() {
    let mut random = Random::new(5);
    let mut queue = DeadlineQueue::default();
    let mut list: Vec<(Time, u64)> = Vec::new();
    let mut met = 0;
    for _ in 0..5000 {
        let key = random.below(20) as u64;
        list.retain(|(_, known)| *known != key);
        let time = (random.below(4) > 0).then(|| Time(random.below(1000) as u64));
        list.extend(time.map(|time| (time, key)));
        list.sort_unstable();
        let first = queue.set(key, time);
        assert_eq!(queue.next(), list.first().map(|(time, _)| *time));
        if first {
            assert_eq!(list[0].1, key, "whoever sleeps must be woken for it");
        }
        if random.below(10) == 0 {
            let now = Time(random.below(1000) as u64);
            let (due, rest) = list.iter().partition::<Vec<_>, _>(|(time, _)| *time <= now);
            let due: Vec<u64> = due.into_iter().map(|(_, key)| key).collect();
            met += due.len();
            assert_eq!(queue.due(now), due);
            list = rest;
        }
    }
    assert!(met > 500);
}

#[test]
fn only_a_new_first_wakes_whoever_sleeps() {
    let mut queue = DeadlineQueue::default();
    assert!(queue.set('a', Some(Time(5))));
    assert!(!queue.set('b', Some(Time(6))));
    assert!(!queue.set('a', Some(Time(5))), "nothing changes");
    assert!(queue.set('b', Some(Time(4))));
    assert!(!queue.set('b', None), "waking too early is harmless");
    assert_eq!(queue.next(), Some(Time(5)));
    assert_eq!(queue.due(Time(5)), ['a']);
    assert_eq!((queue.next(), queue.due(Time(1000))), (None, vec![]));
}
