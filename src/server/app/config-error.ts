/** Some setting is wrong. The message is one sentence for each, which names the variable and never a secret. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
