/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "284b967d8d9b685e768326cd5b7b7dfee36697dcf0bb64f1e9e7488d8ae03d8a",
  "verify.html": "c7aff9846130e9a2d053cc8211027ae72fce1f06b1b93b525ddab77cb02ef873",
} as const;
