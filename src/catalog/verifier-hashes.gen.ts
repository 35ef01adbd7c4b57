/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "525667a2def2ea5a69b3307d40f1151e79bf2f8d854d455e46f6fc74c2df8c0d",
  "verify.html": "d831904ba56d5e24a293f2e41190212e45619ee0eed9592efb8603347ec9ff28",
} as const;
