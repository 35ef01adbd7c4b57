/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "6af40cd77ee32e22fa7a6f0d5304fa90e38519769aae593cdfe5005eb5d99660": "0.2.0-dev",
};
