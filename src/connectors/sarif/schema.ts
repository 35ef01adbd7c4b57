import * as z from "zod";

// SARIF 2.1.0 (OASIS), as far as a verdict needs it. Unknown fields are allowed; a field with the wrong type is not.
// Section numbers in this folder are the standard's.

const text = z.object({
  text: z.string().nullish(),
  id: z.string().nullish(),
  arguments: z.array(z.string()).nullish(),
});

const descriptor = z.object({
  id: z.string(),
  name: z.string().nullish(),
  shortDescription: text.nullish(),
  messageStrings: z.record(z.string(), text).nullish(),
  defaultConfiguration: z.object({ enabled: z.boolean().nullish(), level: z.string().nullish() }).nullish(),
  properties: z
    .object({
      "security-severity": z.union([z.string(), z.number()]).nullish(),
      tags: z.array(z.string()).nullish(),
    })
    .nullish(),
});

const component = z.object({
  name: z.string().min(1),
  guid: z.string().nullish(),
  version: z.string().nullish(),
  semanticVersion: z.string().nullish(),
  rules: z.array(descriptor).nullish(),
});

const result = z.object({
  ruleId: z.string().nullish(),
  ruleIndex: z.number().int().nullish(),
  rule: z
    .object({
      id: z.string().nullish(),
      index: z.number().int().nullish(),
      toolComponent: z
        .object({ index: z.number().int().nullish(), name: z.string().nullish(), guid: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
  kind: z.string().nullish(),
  level: z.string().nullish(),
  message: text,
  locations: z
    .array(
      z.object({
        physicalLocation: z
          .object({
            artifactLocation: z.object({ uri: z.string().nullish(), index: z.number().int().nullish() }).nullish(),
            region: z.object({ startLine: z.number().nullish() }).nullish(),
          })
          .nullish(),
        logicalLocations: z
          .array(z.object({ fullyQualifiedName: z.string().nullish(), name: z.string().nullish() }))
          .nullish(),
      }),
    )
    .nullish(),
  suppressions: z.array(z.object({ status: z.string().nullish() })).nullish(),
  baselineState: z.string().nullish(),
  guid: z.string().nullish(),
  fingerprints: z.record(z.string(), z.string()).nullish(),
  partialFingerprints: z.record(z.string(), z.string()).nullish(),
  properties: z.object({ "security-severity": z.union([z.string(), z.number()]).nullish() }).nullish(),
});

const notification = z.object({ level: z.string().nullish(), message: text.nullish() });

const override = z.object({
  descriptor: z
    .object({
      id: z.string().nullish(),
      index: z.number().int().nullish(),
      toolComponent: z.object({ index: z.number().int().nullish() }).nullish(),
    })
    .nullish(),
  configuration: z.object({ enabled: z.boolean().nullish(), level: z.string().nullish() }).nullish(),
});

const run = z.object({
  tool: z.object({ driver: component, extensions: z.array(component).nullish() }),
  results: z.array(result).nullish(),
  artifacts: z.array(z.object({ location: z.object({ uri: z.string().nullish() }).nullish() })).nullish(),
  invocations: z
    .array(
      z.object({
        executionSuccessful: z.boolean().nullish(),
        toolExecutionNotifications: z.array(notification).nullish(),
        toolConfigurationNotifications: z.array(notification).nullish(),
        ruleConfigurationOverrides: z.array(override).nullish(),
        exitSignalName: z.string().nullish(),
        processStartFailureMessage: z.string().nullish(),
        startTimeUtc: z.string().nullish(),
        endTimeUtc: z.string().nullish(),
      }),
    )
    .nullish(),
  automationDetails: z.object({ id: z.string().nullish() }).nullish(),
  versionControlProvenance: z.array(z.object({ repositoryUri: z.string().nullish() })).nullish(),
  externalPropertyFileReferences: z
    .object({
      results: z.array(z.unknown()).nullish(),
      invocations: z.array(z.unknown()).nullish(),
      driver: z.unknown().optional(),
      extensions: z.array(z.unknown()).nullish(),
    })
    .nullish(),
  properties: z.object({ imageName: z.string().nullish() }).nullish(),
});

/** What tells a SARIF 2.1.0 file from others; its runs may still be damaged. */
export const sarifLog = z.object({ version: z.literal("2.1.0"), runs: z.array(z.unknown()) });

export const sarifFile = sarifLog.extend({
  runs: z.array(run),
  inlineExternalProperties: z.array(z.unknown()).nullish(),
});

export type SarifComponent = z.output<typeof component>;
export type SarifResult = z.output<typeof result>;
export type SarifRule = z.output<typeof descriptor>;
export type SarifRun = z.output<typeof run>;
