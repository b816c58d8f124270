// @ts-check
// QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 10, which hold 213
// bytes. Loaded when somebody invites a friend.

/**
 * By version: how many bytes of error correction each block has, and how many bytes of data.
 * @type {[number, number[]][]}
 */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);

// ---- arithmetic in the field of 256 elements ---------------------------------------------------

const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (/** @type {number} */ a, /** @type {number} */ b) =>
  a && b ? EXP[LOG[a] + LOG[b]] : 0;

/** The bytes that let a reader correct the others. @param {number[]} data @param {number} count */
function correction(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((factor, j) => {
      next[j + 1] ^= times(factor, EXP[i]);
    });
    divisor = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    divisor.forEach((factor, j) => {
      rest[i + j] ^= times(factor, lead);
    });
  }
  return rest.slice(data.length);
}

/** What is left of a number after dividing by another, as polynomials over bits. */
function remainder(/** @type {number} */ value, /** @type {number} */ by) {
  const length = (/** @type {number} */ n) => 32 - Math.clz32(n);
  let rest = value << (length(by) - 1);
  while (length(rest) >= length(by)) rest ^= by << (length(rest) - length(by));
  return rest;
}

// ---- data --------------------------------------------------------------------------------------

/** All bytes of a code, data and correction of its blocks in turns. */
function codewords(/** @type {Uint8Array} */ bytes, /** @type {number} */ version) {
  const [count, sizes] = BLOCKS[version - 1],
    room = sum(sizes) * 8;
  let bits = '0100' + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  bits += '0'.repeat(Math.min(4, room - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2));
  for (let pad = 0xec; data.length < sum(sizes); pad ^= 0xfd) data.push(pad);
  let at = 0;
  const blocks = sizes.map(size => data.slice(at, (at += size))),
    checks = blocks.map(block => correction(block, count));
  const inTurns = (/** @type {number[][]} */ lists) =>
    Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, i) =>
      lists.flatMap(list => (i < list.length ? [list[i]] : [])),
    ).flat();
  return [...inTurns(blocks), ...inTurns(checks)];
}

// ---- modules -----------------------------------------------------------------------------------

/** Where the middles of the small squares lie. */
function alignments(/** @type {number} */ version) {
  if (version === 1) return [];
  const last = version * 4 + 10;
  return version < 7 ? [6, last] : [6, (6 + last) / 2, last];
}

const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2,
  (/** @type {number} */ x) => x % 3,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3,
  (/** @type {number} */ x, /** @type {number} */ y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3),
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The patterns that every code of a version has; null where data go. */
function frameOf(/** @type {number} */ version) {
  const size = version * 4 + 17;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = dark;
  };
  /** Squares around a middle; `rings` says how far away is dark. */
  const square = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number[]} */ rings,
  ) => {
    const far = rings.length - 1;
    for (let dy = -far; dy <= far; dy++)
      for (let dx = -far; dx <= far; dx++)
        put(cx + dx, cy + dy, !!rings[Math.max(Math.abs(dx), Math.abs(dy))]);
  };
  for (let i = 8; i < size - 8; i++) {
    put(i, 6, i % 2 === 0);
    put(6, i, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, [1, 1, 0, 1, 0]);
  const middles = alignments(version);
  for (const y of middles)
    for (const x of middles) {
      const corner = (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
      if (!corner) square(x, y, [1, 0, 1]);
    }
  writeFormat(grid, 0);
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
      put(a, b, !!((bits >> i) & 1));
      put(b, a, !!((bits >> i) & 1));
    }
  }
  return grid;
}

/** Says twice which mask is used, and how much is corrected (M is 0). */
function writeFormat(/** @type {(boolean | null)[][]} */ grid, /** @type {number} */ mask) {
  const size = grid.length,
    bits = ((mask << 10) | remainder(mask, 0x537)) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = !!((bits >> i) & 1);
    // Down the eighth column and along the eighth row, past the lines at six.
    if (i < 6) grid[i][8] = dark;
    else if (i < 8) grid[i + 1][8] = dark;
    else grid[size - 15 + i][8] = dark;
    if (i < 8) grid[8][size - 1 - i] = dark;
    else if (i === 8) grid[8][7] = dark;
    else grid[8][14 - i] = dark;
  }
  grid[size - 8][8] = true;
}

/** Where data go, in their order: columns of two, up and down. */
function* places(/** @type {(boolean | null)[][]} */ frame) {
  const size = frame.length;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (frame[y][x] === null) yield [x, y];
    }
  }
}

/** How hard a code is to read: long runs, blocks, what looks like a corner, too dark or light. */
function penalty(/** @type {boolean[][]} */ grid) {
  const size = grid.length,
    columns = grid.map((_, x) => grid.map(row => row[x]));
  let points = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0+|1+/g)) if (run.length >= 5) points += run.length - 2;
    points += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const one = grid[y][x];
      if (one === grid[y - 1][x] && one === grid[y][x - 1] && one === grid[y - 1][x - 1])
        points += 3;
    }
  const dark = sum(grid.flat().map(Number)) / size ** 2;
  return points + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/**
 * The code of a text, row by row, true where it is dark; null if the text is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex(([, sizes], i) => bytes.length + (i < 9 ? 2 : 3) <= sum(sizes)) + 1;
  if (!version) return null;
  const frame = frameOf(version),
    data = codewords(bytes, version);
  const codes = MASKS.map((isLight, mask) => {
    const grid = frame.map(row => row.map(Boolean));
    let i = 0;
    for (const [x, y] of places(frame)) {
      const bit = (data[i >> 3] >> (7 - (i & 7))) & 1;
      grid[y][x] = !!bit !== (isLight(x, y) === 0);
      i++;
    }
    writeFormat(grid, mask);
    return grid;
  });
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** A code as the path of an SVG whose unit is a module. @param {boolean[][]} code */
export const pathOf = code =>
  code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
