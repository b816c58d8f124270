// @ts-check
// Sounds, made here; loaded only if wanted: a pawn set down on wood, a pawn taken, a disc that
// turns, the end of a game: won, lost or drawn.

/** @typedef {import('./types').Effect} Effect */

/** @type {AudioContext | null} */
let audio = null;

/**
 * A short knock.
 * @param {AudioContext} a
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {number} loud
 */
function knock(a, at, pitch, length, loud) {
  const tone = a.createOscillator(),
    gain = a.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2.2, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(a.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** Wood on wood for as long as the disc turns. @param {AudioContext} a @param {number} at */
function rub(a, at) {
  const length = 0.25,
    buffer = a.createBuffer(1, a.sampleRate * length, a.sampleRate),
    data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / data.length);
  const noise = a.createBufferSource(),
    filter = a.createBiquadFilter(),
    gain = a.createGain();
  noise.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = 420;
  gain.gain.value = 0.22;
  noise.connect(filter).connect(gain).connect(a.destination);
  noise.start(at);
}

/** What an end sounds like: rising, falling, or the same twice. */
const ENDS = {
  win: [392, 523, 659],
  loss: [392, 311, 262],
  draw: [440, 440],
};

/** @param {Effect[][] | keyof typeof ENDS} what */
export function play(what) {
  try {
    const a = (audio ??= new AudioContext());
    let at = a.currentTime + 0.01;
    if (typeof what === 'string') {
      const apart = what === 'win' ? 0.12 : 0.2;
      ENDS[what].forEach((pitch, i) => knock(a, at + 0.35 + i * apart, pitch, 0.3, 0.16));
      return;
    }
    for (const effects of what) {
      if (!effects.length) continue;
      if (effects.some(e => e.do === 'spin')) rub(a, at);
      at += 0.18;
      if (effects.some(e => e.do === 'move' || e.do === 'place')) knock(a, at, 310, 0.09, 0.3);
      if (effects.some(e => e.do === 'remove')) knock(a, at + 0.03, 190, 0.13, 0.24);
    }
  } catch {
    // Where a browser has no sound, there is none.
  }
}
