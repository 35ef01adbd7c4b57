/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9e5b7c2ef36102fea0d3fc7d6c32dcb96d6df46f1097d128c6930f783d3f67f7": "0.2.0-dev",
};
