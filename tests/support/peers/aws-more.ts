import type { Exchange } from "./aws.ts";

const ec2 = (operation: string, inside: string): Exchange => ({
  service: "ec2",
  method: "POST",
  path: "/",
  target: null,
  status: 200,
  headers: { "content-type": "text/xml" },
  body: `Action=${operation}`,
  response: `<${operation}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15"><requestId>r</requestId>${inside}</${operation}Response>`,
});

const network = "vpc-ba5ff0b8ebe189a03";

/** What moto was not asked, or answers for more regions than it has answers of. AWS's own SDK reads all of it in a test. */
export const moreAnswers: readonly Exchange[] = [
  ec2(
    "DescribeRegions",
    "<regionInfo><item><regionName>us-east-1</regionName><regionEndpoint>ec2.us-east-1.amazonaws.com</regionEndpoint><optInStatus>opt-in-not-required</optInStatus></item></regionInfo>",
  ),
  ec2(
    "DescribeNetworkInterfaces",
    `<networkInterfaceSet><item><networkInterfaceId>eni-0a1</networkInterfaceId><vpcId>${network}</vpcId><status>in-use</status></item></networkInterfaceSet>`,
  ),
  {
    service: "s3",
    method: "GET",
    path: "/v20180820/configuration/publicAccessBlock",
    target: null,
    body: "",
    status: 404,
    headers: { "content-type": "application/xml" },
    response:
      "<ErrorResponse><Error><Code>NoSuchPublicAccessBlockConfiguration</Code><Message>The public access block configuration was not found</Message></Error></ErrorResponse>",
  },
];
