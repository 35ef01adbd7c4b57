/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "74c3d92b470c7bcfb8a503958b0ad3e7230a6fa3fb015d13d8458f6e9220a8c7",
  "verify.html": "6b95ac386dd61562d30d9ffa1515c56130ccae451db1ee12e87d23113c6dbdca",
} as const;
