/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a9c4944a544060c1bff37f28e8e57caf4fb0f889d3ef06acc4ddcfa7ba740f04": "0.2.0-dev",
};
