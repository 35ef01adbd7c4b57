/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "2be22903a5dcc4e898a642028107c2b64fff9e8762473fce7f7cb0c7354a211f": "0.2.0-dev",
};
