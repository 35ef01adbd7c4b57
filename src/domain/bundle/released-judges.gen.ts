/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "fa99cf5d7b52bebc012cbce1f0f8f0da713b3373c13047a7dad373d8c5cb775f": "0.2.0-dev",
};
