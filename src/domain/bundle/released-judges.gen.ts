/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a53fe41fb951dd90ca6c7df1f31463d2a2da05ea598819372eaa0472998ccf70": "0.2.0-dev",
};
