import type { Finding } from "./report-model.ts";

/** A stroke or a filled shape on a field of 16 by 16. `paper` is drawn in the colour of the paper. */
interface Stroke {
  readonly path: string;
  readonly fill?: true;
  readonly paper?: true;
  readonly width?: number;
  readonly dash?: readonly [number, number];
}

/** The shape of each finding, which tells them apart on a black-and-white printer, too; never without its word. */
export const markStrokes: Readonly<Record<Finding, readonly Stroke[]>> = {
  passing: [
    { path: "M1 1h14v14H1z", fill: true },
    { path: "M4.2 8.3l2.6 2.6 5-5.6", paper: true, width: 2 },
  ],
  failing: [
    { path: "M8 .2L15.8 8L8 15.8L.2 8z", fill: true },
    { path: "M5.5 5.5l5 5m0-5l-5 5", paper: true, width: 1.8 },
  ],
  "needs evidence": [{ path: "M1.6 8a6.4 6.4 0 1 1 12.8 0a6.4 6.4 0 1 1 -12.8 0z", width: 1.7, dash: [2.6, 2.43] }],
  "not applicable": [
    { path: "M1.8 1.8h12.4v12.4H1.8z", width: 1.6 },
    { path: "M4.5 8h7", width: 1.8 },
  ],
};

/** The ink of each finding; the shape says the same without it. */
export const markInk: Readonly<Record<Finding, string>> = {
  passing: "#1c6140",
  failing: "#a8201f",
  "needs evidence": "#5c564c",
  "not applicable": "#5c564c",
};
