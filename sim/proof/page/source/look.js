// Colours and forms, the same as the sheet's: never one without the other.
export const INK = 0x111111, GREY = 0x666666, SWEEP = 0x56b4e9;
export const TRUTHS = { holds: 0x0072b2, fails: 0xd55e00, undecided: 0xb87700 };
export const MARKS = { holds: '✔', fails: '✘', undecided: '?' };
export const DASHES = { holds: null, fails: [4, 2], undecided: [1, 1.5] };
export const INCH = 25.4, THICKNESS = 2.54;

export const inches = (mm, places = 2) => `${(mm / INCH).toFixed(places).replace(/^-(0\.?0*)$/, '$1')} in`;

// The rim of a base round `at`, turned, as [x, y] pairs.
export function rim(outline, at, facing, corners = 48) {
  const c = Math.cos(facing * Math.PI / 180), s = Math.sin(facing * Math.PI / 180);
  const own = outline.corners.length ? outline.corners : Array.from({ length: corners }, (_, i) => {
    const a = 2 * Math.PI * i / corners;
    return [outline.half[0] * Math.cos(a), outline.half[1] * Math.sin(a)];
  });
  return own.map(([x, y]) => [at[0] + c * x - s * y, at[1] + s * x + c * y]);
}
