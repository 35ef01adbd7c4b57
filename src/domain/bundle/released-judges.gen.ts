/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a25f6226d0cff1a4fc70c66bec08fc2ec42be5fbf1ffdd08f8c746bb5b411509": "0.2.0-dev",
};
