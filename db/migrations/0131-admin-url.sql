-- The address of the back office is kept like the shop's, so that the operator's tool prints links to it.
alter table node_setting
  drop constraint node_setting_name_check,
  add constraint node_setting_name_check check (name in ('public_url', 'admin_url'));
