/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "41a562e0997fd4e580484f4b46acc856e86f368a6a01561583cba1e3d0a8f9a9": "0.2.0-dev",
};
