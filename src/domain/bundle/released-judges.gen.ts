/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "8fa3dd2e2cd0b01b816269d42b3e1d0dcc179957f35e0e06ab662f9589339e81": "0.2.0-dev",
};
