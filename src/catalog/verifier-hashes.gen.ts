/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "f62500aae0fcf1981f22dd9c449cc3b271a2ea58b65649ed303680b4a0ff6a5b",
  "verify.html": "e500f922c37d67252b7eab663ddbd7c636e5fe9ef0204e536043a71ee5c79680",
} as const;
