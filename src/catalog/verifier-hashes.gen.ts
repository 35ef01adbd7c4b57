/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5d9331d19a96f58b7f8311bc7b53b9763a0656e02534b0038d65139ef7fb5ee7",
  "verify.html": "b516af15be9de01a89cca234ed7646a0ea62885273b4e716004a3fd66af0b398",
} as const;
