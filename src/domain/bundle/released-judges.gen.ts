/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "22826358205b917c1ad7af919865439d151b10353bb58f098335e5ccead853d2": "0.2.0-dev",
};
