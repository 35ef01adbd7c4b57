/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "d53c6c9f9ee3e8a16fe8d7c230e41937d69d4dc7b63219ce118bb646e7e59836": "0.2.0-dev",
};
