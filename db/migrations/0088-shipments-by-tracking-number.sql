-- Carriers report deliveries by the number of the parcel.
create index on shipment (tracking_number) where tracking_number is not null;
