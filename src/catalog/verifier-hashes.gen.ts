/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6319448dc415ae3145c08facfcdf793280b678deba420a38070bf45ffa3fbdf9",
  "verify.html": "b417af5bd593bd512a7cdd27b2cefc3f1d96ffbe8933ec707ae1c79c14721bf0",
} as const;
