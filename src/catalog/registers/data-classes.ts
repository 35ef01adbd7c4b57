/** Kinds of data that duties hang on. */
export const dataClasses = {
  client: "Client files",
  personal: "Personal data",
  health: "Health data",
  card: "Card data",
  business: "Business records",
  public: "Public",
} as const;
