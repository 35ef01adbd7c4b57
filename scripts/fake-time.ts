import { existsSync } from "node:fs";

/** Where Debian and Fedora put libfaketime, which tells a program another time than the machine's. */
const places = [
  ...["x86_64-linux-gnu", "aarch64-linux-gnu"].map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`),
  "/usr/lib64/faketime/libfaketime.so.1",
];

/** The library, or undefined where it is not installed (Debian: `apt-get install faketime`). */
export function findFakeTime(): string | undefined {
  return places.find((place) => existsSync(place));
}

/** When a run begins, and where on earth its processes believe to be. */
export interface Moment {
  readonly name: string;
  /** ISO 8601, with its zone. */
  readonly at: string;
  /** As in the IANA database. */
  readonly zone: string;
}

/**
 * What a process has to be started with to live at a moment. All that are given the same go on together from there; what
 * measures how long something takes, and when files changed, stays as it is. tests/support/fake-time.ts hands it on.
 */
export function environmentAt(library: string, { at, zone }: Moment, machineNow: Date): Record<string, string> {
  const ahead = Math.round((Date.parse(at) - machineNow.getTime()) / 1_000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${ahead < 0 ? "" : "+"}${ahead}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
    TZ: zone,
  };
}
