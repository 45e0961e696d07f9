/**
 * Resource types that the local stack ignores, with the reason. Their properties are not read. A type that is neither
 * here nor in identities.ts is an error, because a resource must not be dropped unnoticed.
 */
export const IGNORED_TYPES: Readonly<Record<string, string>> = {
  "AWS::ApiGatewayV2::ApiMapping": "the local site has one address",
  "AWS::ApiGatewayV2::DomainName": "the local site has one address",
  "AWS::Backup::BackupPlan": "nothing is backed up from this computer",
  "AWS::Backup::BackupSelection": "nothing is backed up from this computer",
  "AWS::Backup::BackupVault": "nothing is backed up from this computer",
  "AWS::Budgets::Budget": "the local stack costs nothing",
  "AWS::CDK::Metadata": "says which version of the CDK wrote the template",
  "AWS::CertificateManager::Certificate": "the local site speaks plain HTTP",
  "AWS::CloudFront::OriginAccessControl": "the buckets are local folders",
  "AWS::CloudTrail::Trail": "the local stack calls no AWS API",
  "AWS::CloudWatch::Alarm": "no one is on call for the local stack",
  "AWS::CloudWatch::CompositeAlarm": "no one is on call for the local stack",
  "AWS::CloudWatch::Dashboard": "the control address shows what ran",
  "AWS::Logs::LogGroup": "logs are files in the folder for logs",
  "AWS::Logs::MetricFilter": "metrics are not kept here",
  "AWS::Logs::ResourcePolicy": "logs are files in the folder for logs",
  "AWS::Route53::RecordSet": "the local site has one address",
  "AWS::SES::ConfigurationSet": "all mail goes to the local mailbox",
  "AWS::SES::EmailIdentity": "all mail goes to the local mailbox",
  "AWS::SNS::Subscription": "alarms are not raised here",
  "AWS::SNS::Topic": "alarms are not raised here",
  "AWS::SNS::TopicPolicy": "alarms are not raised here",
  "AWS::SQS::QueuePolicy": "the sender's own policies decide who may send",
  "AWS::Scheduler::ScheduleGroup": "schedules are identified by name",
  "AWS::WAFv2::LoggingConfiguration": "the firewall does not run here",
};
