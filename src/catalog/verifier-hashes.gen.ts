/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b9599083c561df9388c526c4655c27000b91d0bbed8e8f26571cec160e956575",
  "verify.html": "32f10bc085b4a74e6e049781f281184dffb07d59b88275eb927dc8f7984a9218",
} as const;
