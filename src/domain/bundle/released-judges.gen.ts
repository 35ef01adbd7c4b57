/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "2711a9b3015ab1962704d3501abd2b535f04218f290ca7aa754d10779df300b1": "0.2.0-dev",
};
