-- Names of modules from outside have hyphens: `harbour-pay`.
alter table provider_account drop constraint provider_account_provider_check;
alter table provider_account add constraint provider_account_provider_check check (provider ~ '^[a-z]+(-[a-z]+)*$');
