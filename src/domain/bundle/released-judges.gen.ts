/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "36716880f34e5b99e2a4b2e5352afe0cddc21971466b147c6cfc23c713abed33": "0.2.0-dev",
};
