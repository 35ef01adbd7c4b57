/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "15141af6086ee30284d4ff29d6a0aa117b2703e91ec884c3e9d2a67d69ca84cb": "0.2.0-dev",
};
