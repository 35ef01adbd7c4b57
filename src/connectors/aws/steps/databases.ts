import type { Step } from "../../connector.ts";
import { item, unreadable } from "../../observe.ts";
import { askJson, isObject, jsonTexts } from "../call.ts";
import type { JsonObject } from "../call.ts";
import type { Data } from "../kinds.ts";
import { jsonPages, xmlPages } from "../pages.ts";
import { inEach, regionsInUse } from "../regions.ts";
import { inLastDay } from "../days.ts";
import { flag, listAt, needed, textAt, wholeNumber } from "../xml.ts";

export const databases: Step = {
  id: "databases",
  title: "Databases",
  kinds: ["aws.db_instance"],
  scopes: ["rds:DescribeDBInstances"],
  collect: (context) =>
    inEach(context, "aws.db_instance", regionsInUse(context), async function* (region) {
      const operation = "DescribeDBInstances";
      const result = `${operation}Result`;
      const token = { parameter: "Marker", at: [result, "Marker"] };
      for await (const page of xmlPages(context.http, operation, { region, with: { MaxRecords: 100 } }, token))
        for (const instance of listAt(page.value, operation, result, "DBInstances")) {
          const data: Data<"aws.db_instance"> = {
            region,
            engine: textAt(instance, "Engine") ?? "",
            encrypted: flag(textAt(instance, "StorageEncrypted")),
            public: flag(textAt(instance, "PubliclyAccessible")),
            backupDays: wholeNumber(textAt(instance, "BackupRetentionPeriod")),
            restorable: inLastDay(textAt(instance, "LatestRestorableTime"), context.now()),
            replica: (textAt(instance, "ReadReplicaSourceDBInstanceIdentifier") ?? "") !== "",
          };
          const label = needed(instance, operation, "DBInstanceIdentifier");
          const id = needed(instance, operation, "DbiResourceId");
          yield item("aws.db_instance", { type: "database", id, label }, data, page);
        }
    }),
};

export const tables: Step = {
  id: "tables",
  title: "Tables",
  kinds: ["aws.table"],
  scopes: ["dynamodb:ListTables", "dynamodb:DescribeContinuousBackups"],
  collect: (context) =>
    inEach(context, "aws.table", regionsInUse(context), async function* (region) {
      const token = { parameter: "ExclusiveStartTableName", at: ["LastEvaluatedTableName"] };
      for await (const page of jsonPages(context.http, "ListTables", { region }, token))
        for (const name of jsonTexts(page.value, "TableNames", "ListTables")) {
          const id = `arn:aws:dynamodb:${region}:${context.account.id}:table/${name}`;
          const subject = { type: "table", id, label: name };
          const call = { region, with: { TableName: name }, absent: ["TableNotFoundException"] };
          try {
            const answer = await askJson(context.http, "DescribeContinuousBackups", call);
            if (answer)
              yield item("aws.table", subject, { region, ...recoveryIn(answer.value, context.now()) }, answer);
          } catch (error) {
            yield unreadable("aws.table", subject, error, context.now().toISOString());
          }
        }
    }),
};

function recoveryIn(answer: JsonObject, now: Date): Pick<Data<"aws.table">, "recovery" | "restorable"> {
  const backups = answer["ContinuousBackupsDescription"];
  const recovery = isObject(backups) ? backups["PointInTimeRecoveryDescription"] : undefined;
  const told = isObject(recovery) ? recovery : {};
  const status = told["PointInTimeRecoveryStatus"];
  return {
    recovery: typeof status === "string" ? status : null,
    restorable: inLastDay(told["LatestRestorableDateTime"], now),
  };
}
