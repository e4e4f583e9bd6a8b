package secrettest

// Command lines and calls are the same in all languages.
func init() { forms = append(append(forms, codeForms...), zhForms...) }

var codeForms = []form{
	formOf("command", "en", `
!mysql -u root -p%v shop
mysql --user=root --password='%v' shop
!mysqldump -uroot -p%v shop > dump.sql
!mysqladmin -u root password %v
redis-cli -a '%v' ping
redis-cli -h r1 --pass '%v'
!AUTH %v
!redis> AUTH default %v
!127.0.0.1:6379> auth %v
requirepass %v
!CONFIG SET requirepass %v
curl -u 'admin:%v' https://ci.corp.internal/api
curl --user "admin:%v" https://ci.corp.internal
!curl -u ops:%v -X POST https://ci.corp.internal/job
wget --user=ops --password='%v' https://x.corp.internal
docker login -u ops -p '%v' images.corp.internal
!docker login images.corp.internal --username ops --password %v
!echo %v | docker login -u ops --password-stdin
!podman login -u ops -p %v quay.corp.internal
!skopeo copy --src-creds ops:%v docker://a docker://b
docker run -e MYSQL_ROOT_PASSWORD='%v' mysql:8
kubectl create secret generic db --from-literal=password='%v'
!kubectl config set-credentials ops --username=ops --password=%v
helm upgrade app . --set db.password='%v'
!helm repo add corp https://h.corp.internal --username ops --password %v
!oc login -u ops -p %v https://oc.corp.internal
sshpass -p '%v' ssh root@10.2.3.4
!sshpass -p%v scp a ops@10.2.3.4:
!plink -ssh ops@10.2.3.4 -pw %v
!pscp -pw %v a.txt ops@10.2.3.4:
echo '%v' | sudo -S systemctl restart x
!echo %v | sudo -S -u app ls
!sudo -S <<< %v
echo "%v" | su - ops -c ls
!echo %v | passwd --stdin ops
echo 'root:%v' | chpasswd
echo "ops:%v" | sudo chpasswd
printf %s '%v' | kinit ops
!echo %v | kinit ops@CORP.IO
PGPASSWORD='%v' psql -h db -U app shop
!export PGPASSWORD=%v
psql "host=db user=app password=%v dbname=shop"
ALTER USER app WITH PASSWORD '%v';
CREATE USER 'app'@'%' IDENTIFIED BY '%v';
CREATE ROLE app LOGIN PASSWORD '%v';
SET PASSWORD FOR app = '%v';
ALTER LOGIN sa WITH PASSWORD = N'%v'
GRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY '%v';
CREATE USER app FOR LOGIN app PASSWORD "%v"
db.createUser({user: "app", pwd: "%v", roles: []})
db.auth("app", "%v")
mongosh -u admin -p '%v' --host db
!mongodump --username app --password %v
sqlcmd -S db -U sa -P '%v'
!bcp shop.dbo.t out t.csv -S db -U sa -P %v
!sqlplus system/%v@//db:1521/XE
!sqlplus scott/%v@orcl
!expdp shop/%v@orcl directory=d
!cqlsh -u app -p %v db
!clickhouse-client --user app --password %v
!influx -username admin -password %v
!etcdctl --user root:%v get a
net use Z: \\srv\share %v /user:ops
!net user ops %v /add
!cmdkey /add:srv /user:ops /pass:%v
!xfreerdp /u:ops /p:%v /v:10.2.3.4
!psexec \\srv -u ops -p %v cmd
!runas /user:ops /password:%v cmd
!wmic /node:srv /user:ops /password:%v os get
$p = ConvertTo-SecureString "%v" -AsPlainText -Force
ConvertTo-SecureString -String '%v' -AsPlainText -Force
smbclient //srv/x -U 'ops%%v'
mount -t cifs //srv/x /mnt -o username=ops,password=%v
!lftp -u ops,%v sftp://10.2.3.4
!ftp: USER ops / PASS %v
!evil-winrm -i 10.2.3.4 -u ops -p %v
ldapsearch -x -D cn=admin -w '%v' -b dc=corp
!ldappasswd -s %v -D cn=admin uid=a
!smbpasswd -a ops %v
!samba-tool user setpassword ops --newpassword=%v
openssl enc -aes-256-cbc -pass pass:%v
!openssl rsa -in a.pem -passin pass:%v
!openssl pkcs12 -export -passout pass:%v
gpg --batch --passphrase '%v' -d a.gpg
ssh-keygen -t ed25519 -N '%v' -f id
!ssh-keygen -p -P %v -f id
!7z x a.7z -p%v
!unzip -P %v a.zip
!zip -P %v a.zip b
!unrar x -p%v a.rar
!keytool -importkeystore -srcstorepass %v
!keytool -list -storepass %v
!rabbitmqctl add_user ops %v
!rabbitmqctl change_password ops %v
htpasswd -b f ops '%v'
!htpasswd -nb ops %v
!mosquitto_pub -u ops -P %v -t a -m b
!mosquitto_passwd -b f ops %v
!ipmitool -I lanplus -H bmc -U ADMIN -P %v power on
!vncpasswd -f <<< %v
!x11vnc -passwd %v
nmcli dev wifi connect corp password '%v'
!wpa_passphrase corp %v
!iwconfig wlan0 key s:%v
!az login -u ops@corp.internal -p %v
!cf login -u ops -p %v
!svn co --username ops --password %v https://svn.corp.internal
!ansible-playbook a.yml -e ansible_password=%v
!ansible all -e "ansible_become_pass=%v"
!restic -r s3:x --password-command "echo %v"
!RESTIC_PASSWORD=%v restic snapshots
!borg: BORG_PASSPHRASE='%v'
vault kv put secret/db password='%v'
!vault login -method=userpass username=ops password=%v
!nats --user ops --password %v pub a b
!java -jar jenkins-cli.jar -auth ops:%v who-am-i
!security unlock-keychain -p %v login.keychain
!enable secret %v
!username ops privilege 15 password 0 %v
!snmp-server community %v RO
!hdiutil attach -passphrase %v a.dmg
!http -a ops:%v https://x.corp.internal
!nxc smb 10.2.3.4 -u ops -p %v
!rclone config create r webdav user ops pass %v
!useradd -m ops -p %v
expect "assword:" { send "%v\r" }
!cryptsetup: echo -n %v | cryptsetup open /dev/sdb d
`),
	formOf("call", "en", `
client.login('ops', '%v')
auth=('ops', '%v')
requests.get(url, auth=("ops", "%v"))
HTTPBasicAuth('ops', '%v')
req.SetBasicAuth("ops", "%v")
smtp.login("bot@example.org", "%v")
ftp.login(user='ops', passwd='%v')
new NetworkCredential("ops", "%v")
DriverManager.getConnection(url, "app", "%v");
mysqli_connect('db', 'app', '%v', 'shop');
new mysqli("db", "app", "%v", "shop");
new PDO($dsn, 'app', '%v');
pymysql.connect(host='db', user='app', password='%v')
psycopg2.connect("dbname=shop user=app password=%v")
MongoClient('db', username='app', password='%v')
redis.Redis(host='r1', password='%v')
sql.Open("mysql", "app:%v@tcp(db.corp.internal:3306)/shop")
new UsernamePasswordCredentials("ops", "%v")
new UsernamePasswordAuthenticationToken("ops", "%v")
await page.fill('#password', '%v')
page.type('input[name=password]', '%v')
cy.get('#password').type('%v')
driver.find_element(By.ID, "password").send_keys("%v")
await signIn('ops@example.org', '%v')
user.setPassword("%v")
user.set_password('%v')
authenticate(username='ops', password='%v')
User.objects.create_superuser('admin', 'a@example.org', '%v')
createUserWithEmailAndPassword(auth, "a@example.org", "%v")
bcrypt.compare('%v', user.passwordHash)
hash_password("%v")
keyring.set_password('corp', 'ops', '%v')
ssh.connect('10.2.3.4', username='root', password='%v')
paramiko.Transport(h).connect(None, 'ops', '%v')
dial.PlainAuth("", "ops", "%v", "smtp.corp.internal")
smtp.PlainAuth("", "ops@example.org", "%v", host)
options.Password = "%v"
{"user": "ops", "pass": "%v"}
{"username":"ops","password":"%v"}
-d '{"login":"ops","pwd":"%v"}'
-d "username=ops&password=%v"
--data-urlencode 'password=%v'
const PASS = '%v';
let adminPassword = `+"`%v`"+`;
password="%v",
'password' => '%v',
:password => "%v"
password := "%v"
String pwd = "%v";
private static final String DB_PWD = "%v";
#define WIFI_PASS "%v"
WiFi.begin("corp", "%v");
define('DB_PASSWORD', '%v');
$password = '%v';
set password "%v"
@password='%v'
<property name="password" value="%v"/>
<password>%v</password>
<user name="ops" password="%v" roles="admin"/>
`),
	formOf("config", "en", `
spring.datasource.password=%v
environment:\n  POSTGRES_PASSWORD: "%v"
env:\n  - name: DB_PASSWORD\n    value: "%v"
[db]\npassword = %v
ansible_ssh_pass=%v
ansible_become_password: '%v'
password: '%v'
"password": "%v",
machine git.corp.internal login ops password %v
default login ops password %v
psk="%v"
wpa_passphrase=%v
smtp_pass = %v
MAIL_PASSWORD="%v"
ADMIN_PW=%v
!ENV DB_PASS %v
SA_PASSWORD: "%v"
basic_auth:\n  username: ops\n  password: %v
auth-user-pass:\n  ops\n  %v
sasl.jaas.config=x required username="ops" password="%v";
username=ops\npassword=%v\ndomain=corp
stats auth ops:%v
masterauth %v
rootpw = "%v"
adminPassword: %v
--http-password=%v
!proxy=http://ops:%v@proxy.corp.internal:3128
user root with_password "%v"
users:\n  - {name: ops, pass: '%v'}
<add key="AdminPassword" value="%v" />
passwd: %v # change it
login_password: "%v"
`),
}
