/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "91748c70d2f79e15e4ff14c2738d48d42143eaaf21d3b7ddae2646c7f97ee343": "0.2.0-dev",
};
