/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c2b9ba83d70da4949483a3b0bbc47b87b0e42187b750a75f74cbe772bff0a05a": "0.2.0-dev",
};
