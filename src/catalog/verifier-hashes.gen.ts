/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "7c90fdd159ce3440d981de9b3d8a2b77452c12f01fdfff1fb7a3a1f99e41422b",
  "verify.html": "4b5656ce362e9ede0231458c223cf0d28bae866068610702b42ed527c85f0fe4",
} as const;
