/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6a5d0e3fbaf3d7328a9cdee99a96e42a9a2c49e6f00399596e7b4050d82604c7",
  "verify.html": "bba072d969a29f677e3a4fe5bf16dce2826a09d0387620551a2abfbc0472b9a6",
} as const;
