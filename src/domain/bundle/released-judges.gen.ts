/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "74a82e8b2b18f194ddf677726019127242504c5adc89b6edeb193a83750fe554": "0.2.0-dev",
};
