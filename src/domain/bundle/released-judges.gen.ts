/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "f3d91c485a043295099fbc5c4351d497eddc593e2936ef8ddcab4e40292416b5": "0.2.0-dev",
};
