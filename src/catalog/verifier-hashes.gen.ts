/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "70a272b8778d482753c72a0dd17e7e495d1ec7d7d73e97d6a1e931854133a415",
  "verify.html": "8e02842f80cedc6e2a985d072cf9061b099ae8e1085fb4191890567f0ee2b71a",
} as const;
