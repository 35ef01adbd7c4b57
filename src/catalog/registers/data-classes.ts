/** Kinds of data that duties hang on. */
export const dataClasses = {
  client: "Client files",
  personal: "Personal data",
  health: "Health data",
  card: "Card data",
  business: "Business records",
  public: "Public",
} as const;

/** Those of which a vendor signs what it does with them. */
export const sensitiveData: readonly string[] = [
  "client",
  "personal",
  "health",
  "card",
] satisfies (keyof typeof dataClasses)[];
