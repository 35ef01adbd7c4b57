/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "15478ece74a971a9d650261e91fb49f458f649656b0bacb002d9ddc1018845ba": "0.2.0-dev",
};
