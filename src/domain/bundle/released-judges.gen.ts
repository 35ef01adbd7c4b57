/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a87e47cb686eea804ea006d5bc3566b42fcf429c502795126bfa5f8918b54cfa": "0.2.0-dev",
};
