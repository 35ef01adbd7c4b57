/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "5313577cc4ec52e9bfe07e398b0a34bbf8b8752e0c73a8c5483fb1ffff1c7681": "0.2.0-dev",
};
