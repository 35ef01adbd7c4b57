/**
 * Colors of the design's tokens in the notation that every mail program reads; the first of each is the base, the second
 * replaces it where the reader's device is dark.
 */
export const colors = {
  desk: ["#eeebe4", "#0b0907"],
  sheet: ["#fbfaf5", "#141210"],
  sunken: ["#f3f0ea", "#0f0d0b"],
  ink: ["#1e1813", "#ebe7e0"],
  ink3: ["#645e57", "#9a958e"],
  rule: ["#dcd7cf", "#282522"],
  edge: ["#c0bab1", "#3d3834"],
  signature: ["#113fbb", "#2763d7"],
  onSignature: ["#fdfbf7", "#fdfcf9"],
  link: ["#113fbb", "#80b6f9"],
  doubleRule: ["#8ca9e3", "#2f4c7e"],
} as const;

type Color = keyof typeof colors;

/** The base of a color. */
export const light = (color: Color): string => colors[color][0];

/** Fonts that are there already: a mail fetches none. */
export const serif = "Georgia,'Times New Roman',Times,serif";
export const sans = "Arial,Helvetica,sans-serif";
export const mono = "'Courier New',Courier,monospace";

// Class and declaration of everything that has another color on a dark device.
const dark: readonly [selector: string, declaration: string, color: Color][] = [
  ["desk", "background-color", "desk"],
  ["sheet", "background-color", "sheet"],
  ["sheet", "border-color", "edge"],
  ["sunken", "background-color", "sunken"],
  ["ink", "color", "ink"],
  ["ink3", "color", "ink3"],
  ["line", "border-color", "rule"],
  ["quote", "border-color", "edge"],
  ["oxford", "border-color", "ink"],
  ["double", "border-left-color", "doubleRule"],
  ["inked", "background-color", "ink"],
  ["signed", "background-color", "signature"],
  ["label", "color", "onSignature"],
  ["pen", "background-color", "link"],
  ["link", "color", "link"],
];

/** Rules that inline styles cannot say: the dark theme, and less margin on a phone. Gmail drops what it cannot read. */
export const headStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.around{padding:0!important}.sheet{border-width:0!important}.margin{width:26px!important;padding-right:6px!important}.matter{padding-left:14px!important;padding-right:18px!important}.title{font-size:24px!important;line-height:30px!important}}
@media (prefers-color-scheme:dark){${dark
  .map(([name, property, color]) => `.${name}{${property}:${colors[color][1]}!important}`)
  .join("")}}`;
