/**
 * Whether sweeps try every case. `npm test` tries those that differ in kind, so that it ends in the time that somebody waits
 * for it; `npm run test:long -- every-case` tries the others as well.
 */
export const everyCase = process.env["EVERY_CASE"] === "1";
